import { useState } from 'react';
import { leaveFor } from '../../lib/visit/leave-for.ts';
import type { ActionTexts } from './action-texts.ts';
import { Notice } from './Notice.tsx';

interface FetchingProps {
  /** It could not be fetched; else it may still come. */
  isMissing: boolean;
  texts: ActionTexts['missing'];
}

const ANSWER_WITHIN_MS = 8_000;

/** In the place of what is being fetched: that it is waited for, or that it could not be fetched and what can be done. Drafts outlive both. */
export function Fetching({ isMissing, texts }: FetchingProps): React.JSX.Element {
  const [isTrying, setTrying] = useState(false);
  if (!isMissing) return <p aria-busy="true" />;
  const tryAgain = async (): Promise<void> => {
    setTrying(true);
    // While there is no answer this page is better than none.
    if (await isPageThere()) loadPageAgain();
    else setTrying(false);
  };
  return (
    <Notice kind="failed" text={texts.text}>
      <button
        type="button"
        className="btn btn-secondary"
        aria-busy={isTrying}
        aria-disabled={isTrying}
        onClick={() => !isTrying && void tryAgain()}
      >
        {texts.retry}
      </button>
    </Notice>
  );
}

async function isPageThere(): Promise<boolean> {
  try {
    const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    return answer.ok;
  } catch {
    return false;
  }
}

/** As a link to this page would: what the browser calls a reload is a visit, and ends the session. With a hash it would only scroll. */
function loadPageAgain(): void {
  leaveFor(location.pathname + location.search, { replace: true });
}
