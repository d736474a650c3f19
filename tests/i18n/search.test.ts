import { describe, expect, it } from 'vitest';
import { productChain } from '../../src/lib/chain/product-chain.ts';
import { formatRate } from '../../src/lib/format-terms.ts';
import { interpolate } from '../../src/lib/i18n/interpolate.ts';
import { languages } from '../../src/lib/i18n/languages.ts';
import { navigationOf } from '../../src/lib/navigation.ts';
import { publicTerms } from '../../src/lib/public-terms.ts';
import { displayWidth } from '../support/display-width.ts';
import { readTexts } from './read-texts.ts';

/** Of some 60 and 160 letters that search engines show. */
const TITLE = 60;
const DESCRIPTION = { from: 110, to: 160 };

describe.each(languages)('what search engines show in $label ($code)', ({ code, locale }) => {
  const fees = { landing: publicTerms.transferFee, how: publicTerms.exchangeFee };
  const found = [...readTexts(code)].filter(([key]) => /^search:\w+\.(title|description)$/.test(key) && !key.startsWith('search:app.'));
  const shown = found.map(([key, text]) => {
    const fee = formatRate(key.startsWith('search:how.') ? fees.how : fees.landing, locale);
    return [key, interpolate(text, { fee, id: String(productChain.id), languages: String(languages.length) })] as const;
  });
  const titles = shown.filter(([key]) => key.endsWith('.title'));
  const descriptions = shown.filter(([key]) => key.endsWith('.description'));

  it('is there for every public page, and no two are alike', () => {
    const pages = navigationOf('footer').length + 1;
    expect([titles.length, descriptions.length]).toEqual([pages, pages]);
    expect(new Set(shown.map(([, text]) => text)).size).toBe(2 * pages);
  });

  it('has the name in the title, and isn’t cut off', () => {
    expect(titles.filter(([, text]) => !text.includes('JuFi') || displayWidth(text) > TITLE)).toEqual([]);
  });

  it('fills the place for a description, without running over', () => {
    const widths = descriptions.map(([key, text]) => [key, displayWidth(text)] as const);
    expect(widths.filter(([, width]) => width < DESCRIPTION.from || width > DESCRIPTION.to)).toEqual([]);
  });
});
