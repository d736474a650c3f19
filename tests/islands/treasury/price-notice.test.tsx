import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PriceNotice } from '../../../src/islands/treasury/PriceNotice.tsx';
import treasury from '../../../public/locales/en/treasury.json' with { type: 'json' };
import { Island } from '../Island.tsx';

function notice(from18: bigint, to18: bigint): string {
  return renderToStaticMarkup(
    <Island locale="en" texts={{ treasury }}>
      <PriceNotice
        seen={{ price18: to18, agreed18: from18, move: { from18, to18, at: '2026-11-23T10:00:00.000Z' } }}
        priceAt="2026-11-23T10:00:00.000Z"
        isOld={false}
        juf={1_000n * 10n ** 18n}
        agree={() => undefined}
      />
    </Island>,
  ).replaceAll(/<[^>]*>/g, '');
}

it('reports a price change if the displayed figures differ', () => {
  expect(notice(425_700_000_000_000_000n, 425_800_000_000_000_000n)).toContain('The price rose from 0.425700 to 0.425800\u00a0USDT');
  expect(notice(425_800_000_000_000_000n, 425_700_000_000_000_000n)).toContain('The price fell from 0.425800 to 0.425700\u00a0USDT');
});

it('ignores a change that no displayed figure shows', () => {
  const told = notice(425_700_000_000_000_002n, 425_700_000_000_000_001n);
  expect(told).toContain('Price as of 10:00:00\u00a0UTC.');
  expect(told).not.toContain('fell');
  expect(told).not.toContain('You now receive');
});
