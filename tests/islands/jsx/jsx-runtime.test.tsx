// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { interpolate } from '../../../src/islands/jsx/interpolate.ts';
import { verbatim } from '../../../src/islands/jsx/kept-text.ts';

let container: HTMLElement;
let root: Root;

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  container = document.createElement('div');
  root = createRoot(container);
});
afterEach(() => act(() => root.unmount()));

const draw = (node: ReactNode): void => act(() => root.render(node));

const font = (): Element => document.createElementNS('http://www.w3.org/1999/xhtml', 'font');

/** As translators do: a copy in two elements, the text itself in two elements, or a text of their own. */
const rewrites: Readonly<Record<string, (text: Text) => void>> = {
  copies: (text) => {
    const outer = font();
    outer.append(font());
    outer.firstElementChild?.append(text.data.toUpperCase());
    text.replaceWith(outer);
  },
  moves: (text) => {
    const outer = font();
    text.replaceWith(outer);
    outer.append(text);
  },
  replaces: (text) => text.replaceWith(text.data.toUpperCase()),
};

function rewrite(how: (text: Text) => void): void {
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) if (!text.parentElement?.closest('[translate=no]')) how(text);
}

function Form({ error, amount, children }: { error?: string; amount: number; children?: ReactNode }) {
  return (
    <form>
      {error && <b>!</b>}
      {error} You have {amount} JUF{error && <i>.</i>} left
      <>
        {error ?? 'fine'}
        {error && <input />}
      </>
      {children}
    </form>
  );
}

describe.each(Object.entries(rewrites))('a translator that %s texts', (_, how) => {
  it('keeps no element from coming, going and showing the next figure', () => {
    draw(<Form amount={100}>some</Form>);
    rewrite(how);
    draw(
      <Form amount={200} error="too much">
        other {'words'}
      </Form>,
    );
    expect(container.textContent.toLowerCase()).toBe('!too much you have 200 juf. lefttoo muchother words');
    rewrite(how);
    draw(<Form amount={300} />);
    // What hasn't changed stays translated.
    expect(container.textContent.toLowerCase()).toBe(' you have 300 juf leftfine');
    rewrite(how);
    draw(<Form amount={300}>{['a', <b key="b">b</b>]}</Form>);
    expect(container.textContent.toLowerCase()).toBe(' you have 300 juf leftfineab');
  });
});

describe('what is not translated', () => {
  const keptIn = (node: ReactNode): string[] => {
    draw(node);
    return Array.from(container.querySelectorAll('[translate=no]'), (element) => element.textContent);
  };

  it.each<[string, ReactNode, string[]]>([
    ['figures in a sentence', <p>Stake 100 JUF for 30 days</p>, ['100', 'JUF', '30']],
    ['a figure by itself', <dd>1,234.56</dd>, ['1,234.56']],
    ['a number', <b>{5}</b>, ['5']],
    ['an amount with its token', <p>{'1,234.56\u00a0USDT'} left</p>, ['1,234.56\u00a0USDT']],
    ['figures between Han characters', <p>购买100枚</p>, ['100']],
    ['a shortened address', <p>To 0x12…ab</p>, ['0x12…ab']],
    ['a name in a sentence', <p>{interpolate('Send {{amount}} to {{name}}', { amount: '5', name: 'lena' })}</p>, ['5', 'lena']],
    ['a name by itself', <h2>{verbatim('lena')}</h2>, ['lena']],
    ['no words', <p>Available</p>, []],
    ['no words among values', <p>{interpolate('Claim: {{what}}', { what: 'Returns' })}</p>, []],
  ])('%s', (_, node, kept) => {
    expect(keptIn(node)).toEqual(kept);
  });
});

it('gives attributes and texts without elements their plain text', () => {
  const name = verbatim('lena');
  expect(
    renderToStaticMarkup(
      <select aria-label={name}>
        <option>
          {name} ({2})
        </option>
      </select>,
    ),
  ).toBe('<select aria-label="lena"><option translate="no">lena (2)</option></select>');
});
