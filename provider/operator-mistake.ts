/** Something the operator can fix; its message says how, and no stack is printed. */
export class OperatorMistake extends Error {
  override readonly name = 'OperatorMistake';
  readonly code = 'OPERATOR_MISTAKE';
}
