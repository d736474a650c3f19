import { copyText } from '../../shell/copy-text.ts';
import { Icon } from './Icon.tsx';

interface CopyButtonProps {
  text: string;
  label: string;
  /** Announced after copying. */
  copied: string;
}

export function CopyButton({ text, label, copied }: CopyButtonProps) {
  return (
    <button
      type="button"
      className="icon-btn"
      aria-label={label}
      title={label}
      onClick={({ currentTarget }) => void copyText(text, currentTarget, copied)}
    >
      <Icon name="copy" />
    </button>
  );
}
