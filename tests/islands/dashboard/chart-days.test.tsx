// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import home from '../../../public/locales/en/home.json' with { type: 'json' };
import { PriceChart } from '../../../src/islands/dashboard/PriceChart.tsx';
import { Island } from '../Island.tsx';

beforeEach(() => {
  process.env['TZ'] = 'America/New_York';
});
afterEach(() => {
  process.env['TZ'] = 'UTC';
});

function drawn(times: readonly string[], isByHour: boolean): string {
  return renderToStaticMarkup(
    <Island locale="en-US" texts={{ home }}>
      <PriceChart points={times.map((time) => ({ time, price: 10n ** 18n }))} span="7 days" isByHour={isByHour} />
    </Island>,
  );
}

it('names UTC days below a price chart wherever the member is', () => {
  const chart = drawn(['2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z'], false);
  expect(chart).toContain('Nov 24');
  expect(chart).toContain('Nov 25');
  expect(chart).not.toContain('Nov 23');
});

it('reads an hour with its day, both in UTC', () => {
  const chart = drawn(['2026-11-24T01:00:00Z', '2026-11-25T01:00:00Z'], true);
  expect(chart).toContain('Nov 25, 01:00');
  expect(chart).not.toContain('20:00');
});
