import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import formatConfig from '../../.oxfmtrc.json' with { type: 'json' };
import packageJson from '../../package.json' with { type: 'json' };

const FORMAT_DEFAULTS = { tabWidth: 2, useTabs: false, endOfLine: 'lf' };

test('the editor settings agree with the formatter’s', () => {
  const [, text = ''] = readFileSync('.editorconfig', 'utf8').split(/^\[.*\]$/m);
  const told = Object.fromEntries([...text.matchAll(/^(\w+) = (.+)$/gm)].map(([, name = '', value = '']) => [name, value] as const));
  const { printWidth, tabWidth, useTabs, endOfLine } = { ...FORMAT_DEFAULTS, ...formatConfig };
  expect(told).toMatchObject({
    max_line_length: String(printWidth),
    indent_size: String(tabWidth),
    indent_style: useTabs ? 'tab' : 'space',
    end_of_line: endOfLine,
  });
});

test('the version of Node for version managers is the one that npm installs', () => {
  expect(readFileSync('.nvmrc', 'utf8').trim()).toBe(packageJson.dependencies.node.split('.')[0]);
});

test('the workflow of GitHub runs what every other machine runs', () => {
  expect(readFileSync('.github/workflows/ci.yml', 'utf8')).toMatch(/^\s+- run: \.ci\/run$/m);
  expect(readFileSync('.ci/run', 'utf8')).toMatch(/^npm ci\nnpm test$/m);
});
