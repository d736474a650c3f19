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
];
