/** CSI and OSC sequences and the two-character escapes of ECMA-48, and what is left of one that was cut off. */
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]?|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]*[0-~]?)/g

/** Text as a person sees it: without the colours and cursor movements that programs, and models, write into it. */
export const stripAnsi = (text: string): string => text.replace(escapes, "")
