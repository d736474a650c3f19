interface EquivalentMutant {
  path: string;
  /** As it is in the source, without indentation. */
  line: string;
  replacement: string;
  reason: string;
}

/** Mutants that no test can kill, because nobody could tell the difference. */
export const equivalentMutants: readonly EquivalentMutant[] = [
  {
    path: 'provider/ledger/plan-postings.ts',
    line: "if (role === 'FEE' && amountBaseUnits < 0n) posting.feeBaseUnits -= amountBaseUnits;",
    replacement: 'amountBaseUnits <= 0n',
    reason: 'a fee of nothing subtracts nothing',
  },
  {
    path: 'provider/ledger/plan-postings.ts',
    line: '(a.account.ownerId < b.account.ownerId ? -1 : 1)',
    replacement: 'a.account.ownerId <= b.account.ownerId',
    reason: 'postings of one account and token are one posting, so two never have the same owner here',
  },
  {
    path: 'src/lib/transfer/transfer-fee.ts',
    line: 'return fee < feeMin ? feeMin : fee;',
    replacement: 'fee <= feeMin',
    reason: 'both are the same amount then',
  },
  {
    path: 'src/lib/transfer/transfer-fee.ts',
    line: 'const most = byRate < byMinimum ? byRate : byMinimum;',
    replacement: 'byRate <= byMinimum',
    reason: 'both are the same amount then',
  },
  {
    path: 'src/lib/transfer/transfer-fee.ts',
    line: 'return most > 0n ? most : 0n;',
    replacement: 'most >= 0n',
    reason: 'zero is zero by either way',
  },
  {
    path: 'src/lib/amount.ts',
    line: "const [whole = '', fraction = '', ...more] = text.split(decimal);",
    replacement: '"Stryker was here!"',
    reason: 'a text that is split always has a first part; the default is there for the types',
  },
  {
    path: 'src/lib/amount.ts',
    line: "const [, whole = '', fraction = ''] = match;",
    replacement: '"Stryker was here!"',
    reason: 'the first group matches whenever the pattern does; the default is there for the types',
  },
  {
    path: 'src/lib/amount.ts',
    line: "const [first = '', ...others] = whole.split(group);",
    replacement: '"Stryker was here!"',
    reason: 'a text that is split always has a first part; the default is there for the types',
  },
  {
    path: 'src/lib/amount.ts',
    line: 'if (!part) throw new RangeError(`${locale} writes numbers without a ${type}`);',
    replacement: '``',
    reason: 'every locale writes these parts; the check is there for the types',
  },
  {
    path: 'src/lib/amount.ts',
    line: 'if (!part) throw new RangeError(`${locale} writes numbers without a ${type}`);',
    replacement: 'false',
    reason: 'every locale writes these parts; the check is there for the types',
  },
  {
    path: 'src/lib/amount.ts',
    line: 'if (known) return known;',
    replacement: 'false',
    reason: 'what is kept is what would be computed again',
  },
  {
    path: 'src/lib/amount.ts',
    line: 'separatorsByLocale.set(locale, separators);',
    replacement: ';',
    reason: 'what is kept is what would be computed again',
  },
  {
    path: 'src/stores/session.ts',
    line: "export const $isLinkPending = atom(typeof window !== 'undefined' && window.jufiArrival?.linkToken !== undefined);",
    replacement: 'true',
    reason: 'only a server has no window, and none loads this in tests of a browser',
  },
  {
    path: 'src/stores/session.ts',
    line: "export const $isLinkPending = atom(typeof window !== 'undefined' && window.jufiArrival?.linkToken !== undefined);",
    replacement: '""',
    reason: 'only a server has no window, and none loads this in tests of a browser',
  },
  {
    path: 'src/lib/session/invitation.ts',
    line: 'return isEmptyText(code) || code === undefined || code.length > LONGEST ? null : code;',
    replacement: 'false',
    reason: 'no code is an empty text already; the comparison is there for the types',
  },
  {
    path: 'src/lib/session/read-user.ts',
    line: '} catch {',
    replacement: '{}',
    reason: 'a function without a return gives undefined, too',
  },
];
