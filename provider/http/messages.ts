import { readFile } from 'node:fs/promises';
import type { ErrorCode } from '../../src/lib/api/contract/error-codes.ts';
import { languages, type LanguageCode } from '../../src/lib/i18n/languages.ts';

/** A refusal's text for people, from the same files the site uses. */
export type Messages = (code: ErrorCode, language: LanguageCode) => string;

const LOCALES = new URL('../../public/locales/', import.meta.url);

export async function loadMessages(): Promise<Messages> {
  const entries = await Promise.all(languages.map(async ({ code }) => [code, await readTexts(code)] as const));
  const byLanguage = new Map<LanguageCode, ReadonlyMap<string, string>>(entries);
  return (code, language) => byLanguage.get(language)?.get(code) ?? byLanguage.get('en')?.get(code) ?? code;
}

async function readTexts(language: LanguageCode): Promise<ReadonlyMap<string, string>> {
  const texts: unknown = JSON.parse(await readFile(new URL(`${language}/errors.json`, LOCALES), 'utf8'));
  if (typeof texts !== 'object' || texts === null) throw new Error(`errors.json of ${language} holds no texts`);
  return new Map(Object.entries(texts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
