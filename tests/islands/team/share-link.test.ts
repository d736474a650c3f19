import { describe, expect, it } from 'vitest';
import { shareLink } from '../../../src/islands/team/share-link.ts';

const link = { url: 'https://jufi.example/?referralCode=MIRA84', text: 'Join me' };
const clipboard = (copied: string[]) => ({ writeText: async (text: string) => void copied.push(await Promise.resolve(text)) });

describe('sharing the link', () => {
  it('opens the share sheet if there is one, and copies nothing', async () => {
    const shared: unknown[] = [];
    const copied: string[] = [];
    const share = async (data: unknown) => void shared.push(await Promise.resolve(data));
    expect(await shareLink({ share, clipboard: clipboard(copied) }, link)).toBe('shared');
    expect([shared, copied]).toEqual([[link], []]);
  });

  it('copies only the link if there is no share sheet', async () => {
    const copied: string[] = [];
    expect(await shareLink({ clipboard: clipboard(copied) }, link)).toBe('copied');
    expect(copied).toEqual([link.url]);
  });

  it('shows no message if the sheet was closed or the browser refuses', async () => {
    const refuse = () => Promise.reject(new DOMException('closed', 'AbortError'));
    expect(await shareLink({ share: refuse, clipboard: clipboard([]) }, link)).toBe('nothing');
    expect(await shareLink({ clipboard: { writeText: refuse } }, link)).toBe('nothing');
    expect(await shareLink({}, link)).toBe('nothing');
  });
});
