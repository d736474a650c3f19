import { Icon } from '../figures/Icon.tsx';

interface DialogHeadProps {
  id: string;
  title: string;
  close: string;
  heading?: React.Ref<HTMLHeadingElement>;
}

/** A dialog's header: the title, which gets the initial focus, and a close button that works without a script. */
export function DialogHead({ id, title, close, heading }: DialogHeadProps) {
  return (
    <div className="dlg-head">
      <h2 id={id} ref={heading} tabIndex={-1} autoFocus>
        {title}
      </h2>
      <form method="dialog">
        <button className="icon-btn" aria-label={close}>
          <Icon name="close" />
        </button>
      </form>
    </div>
  );
}
