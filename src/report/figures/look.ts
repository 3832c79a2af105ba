import { tag } from "./markup.js"

/** Okabe and Ito's colours, told apart by all kinds of colour vision, that stand out from white and from near black alike. */
export const hue = {
  blue: "#0072b2",
  vermillion: "#d55e00",
  orange: "#e69f00",
  sky: "#56b4e9",
  green: "#009e73",
  purple: "#cc79a7",
  yellow: "#d9c900",
  grey: "#8c8c8c"
} as const
export type Hue = (typeof hue)[keyof typeof hue]

/**
 * Marks are in `currentColor` or in one of the hues, so the theme is two colours. The paper is drawn, because whoever shows the file
 * may have another theme than whoever looks at it. Paper wants the light one.
 */
export const styleSheet = [
  ".icl-figure{color:#1a1a1a;font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif}",
  ".icl-figure text{white-space:pre}",
  ".icl-figure .icl-paper{fill:#fff}",
  ".icl-figure .icl-halo{stroke:#fff}",
  "@media screen and (prefers-color-scheme:dark){.icl-figure{color:#e8e8e8}",
  ".icl-figure .icl-paper{fill:#16181c}",
  ".icl-figure .icl-halo{stroke:#16181c}}"
].join("")

/** For the inside of hollow signs, and around text that stands on a texture: the colour of the paper, in whatever theme. */
export const onPaper = { className: "icl-paper", fill: "#fff" } as const
export const halo = { className: "icl-halo", fill: "currentColor", stroke: "#fff", strokeWidth: 3 } as const

/** Textures that tell areas apart without colour; drawn over a hue in the colour of the text. */
export const textures = {
  plain: "",
  diagonal: "M-1,1L1,-1M0,6L6,0M5,7L7,5",
  back: "M-1,5L1,7M0,0L6,6M5,-1L7,1",
  grid: "M0,3L6,3M3,0L3,6",
  lines: "M0,3L6,3",
  bars: "M3,0L3,6",
  cross: "M0,0L6,6M0,6L6,0",
  dots: "M1.5,3L3,3",
  dashes: "M0,1.5L3,1.5M3,4.5L6,4.5"
} as const
export type Texture = keyof typeof textures

export const textureId = (figure: string, texture: Texture): string => `${figure}-${texture}`

/** What fills an area with a texture; the plain one is no fill at all. */
export const textureFill = (figure: string, texture: Texture): string =>
  texture === "plain" ? "none" : `url(#${textureId(figure, texture)})`

export const textureDefinitions = (figure: string): string =>
  tag(
    "defs",
    {},
    (Object.keys(textures) as ReadonlyArray<Texture>) // its keys are the textures
      .filter((texture) => texture !== "plain")
      .map((texture) =>
        tag(
          "pattern",
          { id: textureId(figure, texture), width: 6, height: 6, patternUnits: "userSpaceOnUse" },
          tag("path", {
            d: textures[texture],
            stroke: "currentColor",
            "stroke-width": texture === "dots" ? 1.6 : 1,
            "stroke-opacity": 0.75,
            fill: "none"
          })
        )
      )
      .join("")
  )
