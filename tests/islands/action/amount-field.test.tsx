import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { AmountField } from '../../../src/islands/action/AmountField.tsx';
import { bound, readTyped } from '../../../src/islands/action/typed-amount.ts';
import german from '../../../public/locales/de/action.json' with { type: 'json' };
import { Island } from '../Island.tsx';

interface Field {
  worth?: bigint;
  token?: string;
  available?: bigint;
  whole?: string;
}

function drawn(typed: string, { worth, token = 'JU', available, whole }: Field = {}): string {
  const decimals = whole === undefined ? 18 : 0;
  const amount = { typed, type: () => undefined, token, decimals, reading: readTyped(typed, token, decimals, 'de-DE') };
  return renderToStaticMarkup(
    <Island locale="de-DE" texts={{ action: german }}>
      <AmountField
        id="field"
        label="Menge"
        amount={bound(amount, { available: available ?? null })}
        worth={worth}
        {...(whole !== undefined && { whole })}
        isWithoutBalance
      />
    </Island>,
  );
}

/** What stands at the field's foot. */
function below(typed: string, field?: Field): string {
  const [, foot = ''] = /<div class="amount-foot">(.*?)<\/div>/.exec(drawn(typed, field)) ?? [];
  return foot.replace(/<[^>]*>/g, '');
}

describe('below a typed amount', () => {
  it.each([
    ['1.234', '= 1.234,00\u00a0JU'],
    ['1,234', '= 1,2340\u00a0JU'],
  ])('%s is repeated in a form that can’t be misread', (typed, stated) => {
    expect(below(typed)).toBe(stated);
  });

  it('stands its value in dollars, even if only the exchange has the price', () => {
    expect(below('20', { worth: 1_695_400_000_000_000_000n })).toBe('≈ US$\u00a01,69');
    expect(below('20', { token: 'USDT' })).toBe('≈ US$\u00a020,00');
  });

  it.each(['123', '', 'zehn'])('is nothing for %j, whose price isn’t known or which isn’t an amount', (typed) => {
    expect(below(typed)).toBe('');
  });

  it('leads to a deposit where that would help, and only there', () => {
    expect(drawn('7', { available: 0n })).toContain('#deposit');
    expect(drawn('7', { available: 6n })).toContain('#deposit');
    expect(drawn('0', { available: 0n })).not.toContain('#deposit');
  });

  it('is said that only whole ones can be entered, where that is so', () => {
    expect(drawn('1,5', { whole: 'Nur ganze.' })).toContain('Nur ganze.');
    expect(drawn('0', { whole: 'Nur ganze.' })).not.toContain('Nur ganze.');
  });
});
