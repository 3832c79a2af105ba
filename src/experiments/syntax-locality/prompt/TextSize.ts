/** How long a text is: in UTF-16 code units, and in bytes of UTF-8. */
export type TextSize = { readonly chars: number; readonly bytes: number }

export const textSize = (text: string): TextSize => ({ chars: text.length, bytes: Buffer.byteLength(text) })

export const sumSizes = (...sizes: ReadonlyArray<TextSize>): TextSize => ({
  chars: sizes.reduce((sum, { chars }) => sum + chars, 0),
  bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0)
})
