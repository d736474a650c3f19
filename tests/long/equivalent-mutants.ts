interface EquivalentMutant {
  path: string;
  /** The source line without indentation. */
  line: string;
  replacement: string;
  reason: string;
}

/** Mutants that no test can kill, because they behave like the original. */
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
    path: 'provider/modules/intent/require-signed.ts',
    line: 'words.set(word, known);',
    replacement: ';',
    reason: 'what is kept is what would be computed again',
  },
  ...['false', '"Stryker was here!"'].map((replacement) => ({
    path: 'provider/modules/intent/require-signed.ts',
    line: "intent.remark === undefined || intent.remark === '' ? EMPTY : hashText(intent.remark),",
    replacement,
    reason: 'an empty remark’s hash is the one that is kept for none',
  })),
  {
    path: 'provider/modules/intent/require-signed.ts',
    line: 'hashers.set(site, known);',
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
  ...['false', "typeof value !== 'object' && value === null"].map((replacement) => ({
    path: 'src/lib/session/kept-session.ts',
    line: "if (typeof value !== 'object' || value === null) return false;",
    replacement,
    reason: 'reading a field of what is no object throws, which is caught as what can’t be parsed is',
  })),
  {
    path: 'src/stores/session.ts',
    line: 'token !== undefined && isSignedIn ? sessionTag(token) : null,',
    replacement: 'true',
    reason: 'who is signed in has a token; the comparison is there for the types',
  },
  {
    path: 'provider/modules/account/sign-in-message.ts',
    line: "if (message === null || (message.warnings.length > 0 && text.split('\\n')[1] !== address)) throw new Refusal('MESSAGE_INVALID');",
    replacement: 'false',
    reason: 'another address is refused below as well, by what the parser read',
  },
  {
    path: 'provider/modules/account/sign-in-message.ts',
    line: "if (message === null || (message.warnings.length > 0 && text.split('\\n')[1] !== address)) throw new Refusal('MESSAGE_INVALID');",
    replacement: 'true',
    reason: 'another address is refused below as well, by what the parser read',
  },
  {
    path: 'provider/modules/account/sign-in-message.ts',
    line: "if (message === null || (message.warnings.length > 0 && text.split('\\n')[1] !== address)) throw new Refusal('MESSAGE_INVALID');",
    replacement: 'message.warnings.length >= 0',
    reason: 'another address is refused below as well, by what the parser read',
  },
  {
    path: 'provider/modules/account/sign-in-message.ts',
    line: "if (message === null || (message.warnings.length > 0 && text.split('\\n')[1] !== address)) throw new Refusal('MESSAGE_INVALID');",
    replacement: 'message.warnings.length <= 0',
    reason: 'another address is refused below as well, by what the parser read',
  },
  {
    path: 'provider/modules/account/sign-in-message.ts',
    line: "if (message.version !== '1' || message.address !== address) throw new Refusal('MESSAGE_INVALID');",
    replacement: 'false',
    reason: 'the grammar knows no other version',
  },
  {
    path: 'provider/modules/account/recover-signer.ts',
    line: 'if (yParity === null || s.equals(ZERO) || s.compare(HALF_ORDER) > 0 || rs.subarray(0, 32).equals(ZERO)) return null;',
    replacement: 'false',
    reason: 'the library finds no key for these, either',
  },
  {
    path: 'provider/modules/account/recover-signer.ts',
    line: 'if (yParity === null || s.equals(ZERO) || s.compare(HALF_ORDER) > 0 || rs.subarray(0, 32).equals(ZERO)) return null;',
    replacement: 'yParity === null && s.equals(ZERO)',
    reason: 'the library finds no key for these, either',
  },
  {
    path: 'src/lib/wallet-flow/check-sign-in-message.ts',
    line: "const [greeting = '', account = ''] = message.split('\\n');",
    replacement: '"Stryker was here!"',
    reason: 'neither is a greeting or an address',
  },
  {
    path: 'src/lib/wallet-flow/check-sign-in-message.ts',
    line: "return message.split(' ', 1)[0] ?? '';",
    replacement: '"Stryker was here!"',
    reason: 'a text that is split always has a first part; the default is there for the types',
  },
  {
    path: 'src/lib/wallet-flow/check-sign-in-message.ts',
    line: 'domain !== undefined &&',
    replacement: 'true',
    reason: 'no site is called undefined',
  },
];
