import { useEffect, useRef, useState } from 'react';
import { definePart } from '../../lib/visit/define-part.ts';
import { usePart } from '../action/use-part.ts';

/** The QR code's library is loaded on demand. */
const qrCodePart = definePart(() => import('./QrCode.tsx'));

interface ShowQrProps {
  /** Null while unknown. */
  content: string | null;
  show: string;
  label: string;
}

/** An address or a link as QR code, once somebody asks for it. */
export function ShowQr({ content, show, label }: ShowQrProps) {
  const [isShown, setShown] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  // It may have been opened before hydration.
  useEffect(() => setShown(details.current?.open ?? false), []);
  const qr = usePart(qrCodePart, isShown ? 'now' : 'not yet');
  return (
    <details ref={details} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>{show}</summary>
      <div className="qr">{isShown && content !== null && (qr ? <qr.QrCode text={content} label={label} /> : <p aria-busy="true" />)}</div>
    </details>
  );
}
