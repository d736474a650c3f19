import { interpolate } from '../jsx/interpolate.ts';
import { readForPerson } from '../../stores/server-state.ts';
import type { Failure } from './section-state.ts';
import type { StateTexts } from './state-texts.ts';

interface FailureNoticeProps {
  failure: Failure;
  texts: StateTexts;
  retry: () => void;
}

/** Says what happened and that nothing changed, and offers a retry. */
export function FailureNotice({ failure, texts, retry }: FailureNoticeProps): React.JSX.Element {
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
