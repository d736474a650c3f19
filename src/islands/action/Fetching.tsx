import { useEffect, useRef, useState } from 'react';
import { loadAnew } from '../../lib/visit/leave-for.ts';
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
  const asked = useRef<AbortController>(null);
  // Who has gone on meanwhile, or was sent what was missing, keeps the page.
  useEffect(() => () => asked.current?.abort(), [isMissing]);
  if (!isMissing) return <p aria-busy="true" />;
  const tryAgain = async (): Promise<void> => {
    const { signal } = (asked.current = new AbortController());
    setTrying(true);
    // While there is no answer this page is better than none.
    const isThere = await isPageThere(signal);
    setTrying(false);
    if (isThere && !signal.aborted) loadAnew();
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

async function isPageThere(signal: AbortSignal): Promise<boolean> {
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal: within })).ok;
  } catch {
    return false;
  }
}
