/** Something the operator can fix; its message says how, and no stack is printed. */
export class OperatorMistake extends Error {
  override readonly name = 'OperatorMistake';
  readonly code = 'OPERATOR_MISTAKE';
}

/** Contracts or a chain that this database does not belong to, or that are not what they should be. The message is one line for the operator. */
export class ContractsRefused extends Error {
  override readonly name = 'ContractsRefused';
  readonly code = 'CONTRACTS_REFUSED';
}

/** What is wrong with the key; never includes the key. */
export class SigningKeyError extends Error {
  override readonly name = 'OperatorKeyError';
  readonly code = 'SIGNING_KEY_WRONG';
}
