import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import german from '../../../public/locales/de/action.json' with { type: 'json' };
import japanese from '../../../public/locales/jp/action.json' with { type: 'json' };
import { FlowContext } from '../../../src/islands/action/ActionFlow.tsx';
import { type ReviewLeg, ReviewSheet } from '../../../src/islands/action/ReviewSheet.tsx';
import { ONE } from '../../../src/lib/token-decimals.ts';
import { Island } from '../Island.tsx';

const flow = {
  state: { step: 'reviewing', order: {}, problem: null },
  confirm: () => Promise.resolve(),
  change: () => undefined,
} as const;

/** What stands below the figure that arrives. */
function below(worth: ReviewLeg['worth'], texts: object = german, locale = 'de-DE'): string | null {
  const drawn = renderToStaticMarkup(
    <Island locale={locale} texts={{ action: texts }}>
      <FlowContext value={flow}>
        <ReviewSheet arrives={{ figure: '100 JUF', worth }} lines={[]} after={undefined} act="Kaufen" />
      </FlowContext>
    </Island>,
  );
  const [, said] = /<span class="w">(.*?)<\/span><\/div>/.exec(drawn) ?? [];
  return said === undefined ? null : said.replace(/<[^>]*>/g, '');
}

it('says what the tokens are worth at the price of the page, to the cent', () => {
  const price18 = (42n * ONE) / 100n;
  expect(below({ amount: 117_757_534_246_575_342_465n, token: 'JUF', price18 })).toBe('Heute US$\u00a049,45 wert');
  expect(below({ amount: 100n * ONE, token: 'JUF', price18 }, japanese, 'ja-JP')).toBe('本日の価格でUS$\u00a042.00');
  expect(below({ amount: ONE / 1_000n, token: 'JUF', price18 })).toBe('Heute &lt;US$\u00a00,01 wert');
  // What 20 USDT buy at this price, a division's remainder less.
  expect(below({ amount: (20n * ONE * ONE) / (43n * 10n ** 16n), token: 'JUF', price18: 43n * 10n ** 16n })).toBe(
    'Heute US$\u00a020,00 wert',
  );
});

it('says nothing where no price is known, or no amount', () => {
  expect(below({ amount: 100n * ONE, token: 'JUF', price18: null })).toBeNull();
  expect(below({ amount: null, token: 'JUF', price18: ONE })).toBeNull();
  expect(below(undefined)).toBeNull();
});
