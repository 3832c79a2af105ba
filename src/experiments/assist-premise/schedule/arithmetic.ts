import type { ArithmeticSign, CompareSign } from "./Ast.js"
import { mod } from "./civil.js"

/** Arithmetic of double precision; a divisor of zero gives what IEEE 754 says. */
export const calculate = (sign: ArithmeticSign, a: number, b: number): number => {
  switch (sign) {
    case "+":
      return a + b
    case "-":
      return a - b
    case "*":
      return a * b
    case "/":
      return a / b
    case "div":
      return Math.floor(a / b)
    case "mod":
      return mod(a, b)
  }
}

export const inOrder = (sign: Exclude<CompareSign, "==" | "!=" | "in">, a: number, b: number): boolean => {
  switch (sign) {
    case "<":
      return a < b
    case "<=":
      return a <= b
    case ">":
      return a > b
    case ">=":
      return a >= b
  }
}
