import { useStore } from '@nanostores/react';
import { $hashView } from '../../stores/hash-view.ts';
import { $modals } from '../../stores/modals.ts';
import { DialogHead } from '../dialog/DialogHead.tsx';
import { island, useTexts } from '../root/island.ts';
import { LedgerFacts, type LedgerFactsProps } from './LedgerFacts.tsx';
import { SentFacts } from './SentFacts.tsx';

/**
 * What stands in the hash view modal. The dialog is the page's, since another island opens it: toasts move into an open dialog, and React would take them for a
 * fault in the markup of an island that it hadn't hydrated.
 */
export const HashView = island(function HashView({ pageOf, isInHistory }: Omit<LedgerFactsProps, 'row'>): React.JSX.Element {
  const { title } = useTexts('wallet').hash;
  const { close } = useTexts('common');
  const viewed = useStore($hashView, { ssr: 'initial' });
  const isOpen = useStore($modals, { ssr: 'initial' }).open === 'hash-view';
  return (
    <>
      <DialogHead id="hash-title" title={title} close={close} />
      <div className="dlg-body">
        {isOpen && typeof viewed === 'string' && <SentFacts hash={viewed} />}
        {isOpen && viewed !== null && typeof viewed !== 'string' && (
          <LedgerFacts key={viewed.id} row={viewed} pageOf={pageOf} isInHistory={isInHistory} />
        )}
      </div>
    </>
  );
});
