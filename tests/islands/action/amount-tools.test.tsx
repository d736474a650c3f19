import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { AmountTools } from '../../../src/islands/action/AmountTools.tsx';
import { StatedAmount } from '../../../src/islands/action/StatedAmount.tsx';
import german from '../../../public/locales/de/action.json' with { type: 'json' };
import { Island } from '../Island.tsx';

function shown(typed: string, usdOfOne?: bigint): string {
  const bounds = { token: 'JU', decimals: 18, locale: 'de-DE', available: null, usdOfOne };
  return renderToStaticMarkup(
    <Island locale="de-DE" texts={{ action: german }}>
      <AmountTools bounds={bounds} typed={typed} onChange={() => undefined} />
    </Island>,
  );
}

describe('below a typed amount', () => {
  it.each([
    ['1.234', '= 1.234,00\u00a0JU'],
    ['1,234', '= 1,2340\u00a0JU'],
  ])('%s is repeated in a form that can’t be misread', (typed, stated) => {
    const markup = renderToStaticMarkup(
      <Island locale="de-DE">
        <StatedAmount typed={typed} decimals={18} unit="JU" />
      </Island>,
    );
    expect(markup.replace(/<[^>]*>/g, '')).toBe(stated);
  });

  it('stands its value in dollars, even if only the exchange has the price', () => {
    expect(shown('20', 84_770n).replace(/<[^>]*>/g, '')).toBe('≈ US$\u00a01,69');
  });

  it.each(['1234', ''])('is nothing for %j, whose price isn’t known', (typed) => {
    expect(shown(typed)).toBe('');
  });
});
