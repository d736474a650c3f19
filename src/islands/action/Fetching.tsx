import { leaveFor } from '../../lib/visit/leave-for.ts';
import type { ActionTexts } from './action-texts.ts';
import { Notice } from './Notice.tsx';
import type { FetchFault } from './use-later.ts';

interface FetchingProps {
  /** null while it may still come. */
  fault: FetchFault | null;
  texts: ActionTexts['missing'];
}

/** In the place of what is being fetched: that it is waited for, or that it could not be fetched and what can be done. Drafts outlive both. */
export function Fetching({ fault, texts }: FetchingProps): React.JSX.Element {
  if (fault === null) return <p aria-busy="true" />;
  const { isAsking, again } = fault;
  return (
    <Notice kind="failed" text={texts.text}>
      <button
        type="button"
        className="btn btn-secondary"
        aria-busy={isAsking}
        aria-disabled={isAsking}
        onClick={() => !isAsking && again()}
      >
        {texts.retry}
      </button>
      <button type="button" className="btn btn-ghost" onClick={loadPageAgain}>
        {texts.reload}
      </button>
    </Notice>
  );
}

/** As a link to this page would: what the browser calls a reload is a visit, and ends the session. With a hash it would only scroll. */
function loadPageAgain(): void {
  leaveFor(location.pathname + location.search, { replace: true });
}
