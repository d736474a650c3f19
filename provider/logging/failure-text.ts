import { type DescribedFailure, describeFailure } from './describe-failure.ts';

/** An error of ours as a terminal or a collector of standard error may show it: without messages, like in a log. */
export function failureText(error: unknown): string {
  const { chain } = describeFailure(error);
  if (chain.length === 0) return `something was thrown that is no error (${typeof error})`;
  return chain.map((one, depth) => `${depth === 0 ? '' : 'because of '}${describe(one)}`).join('\n');
}

function describe({ name, code, message, errors = [], at }: DescribedFailure): string {
  const head = `${name}${code === undefined ? '' : ` (${code})`}${message === undefined ? '' : `: ${message}`}`;
  return [head, ...at.map((frame) => `    ${frame}`), ...errors.map((one) => `  among others ${describe(one)}`)].join('\n');
}
