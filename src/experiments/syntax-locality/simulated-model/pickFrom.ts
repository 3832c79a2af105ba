import type { JavaRandom } from "../../../random/JavaRandom.js"

/** One of `items`, each as likely as the other; `null`, and nothing drawn, where there is none. */
export const pickFrom = <A>(items: ReadonlyArray<A>, random: JavaRandom): A | null =>
  items.length === 0 ? null : (items[random.nextInt(items.length)] ?? null)
