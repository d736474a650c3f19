import { type DescribedFailure, describeFailure } from './describe-failure.ts';

/** One of our errors for a terminal or standard error: without messages, as in the log. */
export function failureText(error: unknown): string {
  const { chain } = describeFailure(error);
  if (chain.length === 0) return `something was thrown that is not an error (${typeof error})`;
  return chain.map((one, depth) => `${depth === 0 ? '' : 'because of '}${describe(one)}`).join('\n');
}

function describe({ name, code, message, errors = [], at }: DescribedFailure): string {
  const head = `${name}${code === undefined ? '' : ` (${code})`}${message === undefined ? '' : `: ${message}`}`;
  return [head, ...at.map((frame) => `    ${frame}`), ...errors.map((one) => `  among others ${describe(one)}`)].join('\n');
}
