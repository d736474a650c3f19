/** Contracts or a chain that this database does not belong to, or that are not what they should be. The message is one line for the operator. */
export class ContractsRefused extends Error {
  override readonly name = 'ContractsRefused';
  readonly code = 'CONTRACTS_REFUSED';
}
