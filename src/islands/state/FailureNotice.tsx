import { interpolate } from '../jsx/interpolate.ts';
import { readForPerson } from '../../stores/server-state.ts';
import { useTexts } from '../root/island.ts';
import type { Failure } from './section-state.ts';

interface FailureNoticeProps {
  failure: Failure;
  retry: () => void;
}

/** Says what happened and that nothing changed, and offers a retry. */
export function FailureNotice({ failure, retry }: FailureNoticeProps): React.JSX.Element {
  const texts = useTexts('common').state;
  const offline = failure.kind === 'unreachable' && !navigator.onLine;
  return (
    <div className="state" role="alert">
      <h3>{texts.errorTitle}</h3>
      <p>{offline ? texts.offlineEmpty : interpolate(texts.errorText, { reason: failure.message || texts.noAnswer })}</p>
      <button type="button" className="btn btn-secondary" onClick={() => readForPerson(retry)}>
        {texts.retry}
      </button>
      {failure.requestId && <p className="note num">{interpolate(texts.request, { id: failure.requestId })}</p>}
    </div>
  );
}
