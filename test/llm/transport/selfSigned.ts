import { generateKeyPairSync, sign } from "node:crypto"

/** An element of DER (X.690): tag, length, content. */
const der = (tag: number, ...content: ReadonlyArray<Uint8Array>): Buffer => {
  const body = Buffer.concat(content)
  const size = body.length < 0x80 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
const sequence = (...content: ReadonlyArray<Uint8Array>): Buffer => der(0x30, ...content)
const bytes = (...values: ReadonlyArray<number>): Buffer => Buffer.from(values)

/** ecdsa-with-SHA256, and commonName. */
const signatureAlgorithm = sequence(der(0x06, Buffer.from("2a8648ce3d040302", "hex")))
const commonName = Buffer.from("550403", "hex")

/** A key and a certificate for 127.0.0.1 (RFC 5280) that it has signed itself, made anew for each test. */
export const selfSigned = (): { readonly key: string; readonly cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const name = sequence(der(0x31, sequence(der(0x06, commonName), der(0x0c, Buffer.from("127.0.0.1")))))
  const time = (text: string): Buffer => der(0x17, Buffer.from(text))
  const certified = sequence(
    der(0xa0, der(0x02, bytes(2))),
    der(0x02, bytes(1)),
    signatureAlgorithm,
    name,
    sequence(time("200101000000Z"), time("491231235959Z")),
    name,
    publicKey.export({ type: "spki", format: "der" })
  )
  const signature = sign("sha256", certified, privateKey)
  const certificate = sequence(certified, signatureAlgorithm, der(0x03, bytes(0), signature))
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64")}\n-----END CERTIFICATE-----\n`
  }
}
