import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { PageFigure } from '../../../src/islands/figures/PageFigure.ts';

function shown(value: bigint, decimals: number, fractionDigits?: number): string {
  const figure = <PageFigure value={value} decimals={decimals} locale="en-US" {...(fractionDigits !== undefined && { fractionDigits })} />;
  return renderToStaticMarkup(figure).replace(/<[^>]*>/g, '');
}

describe('a figure', () => {
  it.each([
    [0n, 6, '0.00'],
    [1_239_999n, 6, '1.23'],
    [10_000n, 6, '0.01'],
    // Too small for the requested digits: shows as many as needed.
    [9_999n, 6, '0.009'],
    [5n, 6, '0.000005'],
    [1n, 18, '&lt;0.00000001'],
    [10_000_000_000n, 18, '0.00000001'],
  ])('of %d with %d decimals is %s', (value, decimals, text) => {
    expect(shown(value, decimals)).toBe(text);
  });

  it('adds up with its counterpart if one of the two is rounded up', () => {
    const [minted, cap] = [1_234_567n * 10n ** 18n + 1n, 2_000_000n * 10n ** 18n];
    const write = (value: bigint, isRoundedUp: boolean): string =>
      renderToStaticMarkup(<PageFigure value={value} decimals={18} locale="en-US" fractionDigits={0} isRoundedUp={isRoundedUp} />);
    expect(write(minted, true)).toContain('>1,234,568<');
    expect(write(minted, true)).toContain('title="1,234,567.000000000000000001"');
    expect(write(cap - minted, false)).toContain('>765,432<');
    expect(write(10n ** 18n, true)).toContain('>1<');
  });

  it('shows the requested digits if they aren’t all zero', () => {
    expect(shown(30_197_843n, 6, 6)).toBe('30.197843');
    expect(shown(500_000n, 6, 0)).toBe('0.5');
  });

  it.each([
    [26_904_140_000n, undefined, 'US$\u00a026,904.14'],
    [57_860_000n, '−' as const, '−US$\u00a057.86'],
    [12n, undefined, '<US$\u00a00.01'],
  ])('has US dollars before the figure: %d', (value, sign, text) => {
    const markup = renderToStaticMarkup(<PageFigure value={value} decimals={6} locale="en-GB" unit="US$" sign={sign} mostDigits={2} />);
    expect(markup.replace(/<[^>]*>/g, '').replace('&lt;', '<')).toBe(text);
  });
});
