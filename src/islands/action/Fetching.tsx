import { useEffect, useRef, useState } from 'react';
import { loadAnew } from '../../lib/visit/leave-for.ts';
import type { ActionTexts } from './action-texts.ts';
import { Notice } from './Notice.tsx';

interface FetchingProps {
  /** Loading failed; otherwise it is still in progress. */
  isMissing: boolean;
  texts: ActionTexts['missing'];
}

const ANSWER_WITHIN_MS = 8_000;

/** Placeholder for a lazily loaded part: either loading, or failed with a retry button. Drafts survive both. */
export function Fetching({ isMissing, texts }: FetchingProps): React.JSX.Element {
  const [isTrying, setTrying] = useState(false);
  const asked = useRef<AbortController>(null);
  // Keeps the page if the member has moved on or the missing part has arrived meanwhile.
  useEffect(() => () => asked.current?.abort(), [isMissing]);
  if (!isMissing) return <p aria-busy="true" />;
  const tryAgain = async (): Promise<void> => {
    const { signal } = (asked.current = new AbortController());
    setTrying(true);
    // Reloading without a connection would leave the member with no page at all.
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
