/** The same text for the two audiences: models are addressed in Japanese, readers of reports in either. */
export interface Bilingual {
  readonly ja: string
  readonly en: string
}

export const languages = ["ja", "en"] as const

export type Language = (typeof languages)[number]

/** A sentence that says what is wrong, and one that says what to write instead. */
export interface Diagnosis {
  readonly sentence: Bilingual
  readonly hint: Bilingual
}

export const both = (ja: string, en: string): Bilingual => ({ ja, en })

export const diagnosis = (sentence: Bilingual, hint: Bilingual): Diagnosis => ({ sentence, hint })
