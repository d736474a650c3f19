import { expect, it } from 'vitest';
import { loadMessages } from '../../../provider/http/answer.ts';
import { errorStatuses, isErrorCode } from '../../../src/lib/api/contract/error-codes.ts';
import { languages } from '../../../src/lib/i18n/languages.ts';

it('every code has its own text in every language', async () => {
  const messages = await loadMessages();
  const codes = Object.keys(errorStatuses).filter(isErrorCode);
  for (const { code: language } of languages) {
    const texts = codes.map((code) => messages(code, language));
    for (const [index, text] of texts.entries()) {
      const code = codes[index] ?? 'INTERNAL_ERROR';
      expect(text, `${language} ${code}`).not.toBe(code);
      if (language !== 'en') expect(text, `${language} ${code}`).not.toBe(messages(code, 'en'));
    }
    expect(new Set(texts).size, language).toBe(codes.length);
  }
});
