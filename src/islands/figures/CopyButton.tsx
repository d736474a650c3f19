import { showToast } from '../../stores/toasts.ts';
import { Icon } from './Icon.tsx';

interface CopyButtonProps {
  text: string;
  label: string;
  /** What is said when it is done. */
  copied: string;
}

/** Where the browser refuses, nothing is said: the text stands beside it and can be selected. */
export function CopyButton({ text, label, copied }: CopyButtonProps): React.JSX.Element {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return;
    }
    showToast({ kind: 'success', message: copied });
  };
  return (
    <button type="button" className="icon-btn" aria-label={label} title={label} onClick={() => void copy()}>
      <Icon name="copy" />
    </button>
  );
}
