import { noticeMark } from '../lib/api/contract/notice-mark.ts';
import { callApi } from '../stores/api.ts';
import { $token } from '../stores/session.ts';
import { markNews } from './mark-news.ts';

/** Asks once a page whether something happened that the member hasn't read. */
export async function lookForNews(): Promise<void> {
  const token = $token.get();
  try {
    const { unread } = await callApi(noticeMark, {});
    // Another member's may be signed in by now.
    if ($token.get() === token) markNews(unread > 0);
  } catch {
    // The provider lacks the call or doesn't respond: a later page asks again.
  }
}
