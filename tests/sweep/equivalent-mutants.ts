interface EquivalentMutant {
  path: string;
  /** As it is in the source, without indentation. */
  line: string;
  replacement: string;
  reason: string;
}

/** Mutants that no test can kill, because nobody could tell the difference. */
export const equivalentMutants: readonly EquivalentMutant[] = [];
