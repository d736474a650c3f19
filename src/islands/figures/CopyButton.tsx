import { showToast } from '../../stores/toasts.ts';
import { Icon } from './Icon.tsx';

interface CopyButtonProps {
  text: string;
  label: string;
  /** Announced after copying. */
  copied: string;
}

/** Says nothing if the browser refuses: the text is next to the button and can be selected. */
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
