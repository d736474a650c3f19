/** An exact quotient of integers; `over` 0 means a price of nothing. */
export interface Ratio {
  of: bigint;
  over: bigint;
}

/** Something for nothing exceeds everything except another such ratio. */
export function exceeds(a: Ratio, b: Ratio): boolean {
  if (a.of === 0n) return false;
  if (a.over === 0n) return b.of === 0n || b.over !== 0n;
  return b.over !== 0n && a.of * b.over > b.of * a.over;
}

export function greatest(ratios: readonly Ratio[]): Ratio | undefined {
  return ratios.reduce<Ratio | undefined>((best, ratio) => (best === undefined || exceeds(ratio, best) ? ratio : best), undefined);
}

export function least(ratios: readonly Ratio[]): Ratio | undefined {
  return ratios.reduce<Ratio | undefined>((best, ratio) => (best === undefined || exceeds(best, ratio) ? ratio : best), undefined);
}

/** With four decimals, truncated. */
export function inWords({ of, over }: Ratio): string {
  if (over === 0n) return of === 0n ? '0' : 'any amount';
  const scaled = (of * 10_000n) / over;
  const fraction = (scaled % 10_000n).toString().padStart(4, '0').replace(/0+$/, '');
  return `${scaled / 10_000n}${fraction === '' ? '' : `.${fraction}`}`;
}

export function percent({ of, over }: Ratio): string {
  return over === 0n ? 'without bound' : `${inWords({ of: of * 100n, over })} %`;
}
