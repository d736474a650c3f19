import type { Texts } from '../../lib/i18n/page-texts.ts';
import { labelled } from '../../lib/i18n/punctuation.ts';
import { shareText } from '../../shell/copy-text.ts';
import { printPage } from '../list/print-page.ts';
import { useLocale, useTexts } from '../root/island.ts';

interface ReceiptActsProps {
  /** Address of the list that shows it, if that is another page. */
  href?: string;
}

/** A receipt's buttons. */
export function ReceiptActs({ href }: ReceiptActsProps) {
  const texts = useTexts('action').follow.receipt;
  const locale = useLocale();
  return (
    <div className="btn-row receipt-acts">
      {href !== undefined && (
        <a className="btn btn-secondary" href={href}>
          {texts.history}
        </a>
      )}
      <button type="button" className="btn btn-ghost" onClick={({ currentTarget }) => void share(currentTarget, texts, locale)}>
        {texts.share}
      </button>
      <button type="button" className="btn btn-ghost" onClick={({ currentTarget }) => print(currentTarget)}>
        {texts.print}
      </button>
    </div>
  );
}

/** The receipt's text as shown on the page, so that nothing else is shared. */
async function share(button: HTMLElement, texts: Texts<'action'>['follow']['receipt'], locale: string): Promise<void> {
  const receipt = receiptOf(button);
  const subject = receipt?.querySelector('.follow-subject, h2, h3')?.textContent ?? '';
  const lines = Array.from(receipt?.querySelectorAll('dl > div') ?? [], (line) => {
    const [name, value] = [line.querySelector('dt'), line.querySelector('dd')];
    const exact = value?.querySelector('[title]')?.getAttribute('title');
    return labelled(name?.textContent ?? '', exact ?? value?.textContent ?? '', locale);
  });
  await shareText({ text: [labelled('JuFi', subject, locale), ...lines].join('\n') }, button, texts.copied);
}

/** The style sheet prints only what is marked. */
function print(button: HTMLElement): void {
  const receipt = receiptOf(button);
  receipt?.setAttribute('data-printed', '');
  printPage(() => receipt?.removeAttribute('data-printed'));
}

function receiptOf(button: HTMLElement): HTMLElement | null {
  return button.closest<HTMLElement>('.follow, .swap-run');
}
