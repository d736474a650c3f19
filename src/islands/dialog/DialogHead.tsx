import { Icon } from '../figures/Icon.tsx';

/** Head of a dialog: its title, where the focus starts, and the button that closes it without a script. */
export function DialogHead({ id, title, close }: { id: string; title: string; close: string }): React.JSX.Element {
  return (
    <div className="dlg-head">
      <h2 id={id} tabIndex={-1} autoFocus>
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
