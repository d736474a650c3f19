import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { openDialog } from '../../lib/dialog/open-dialog.ts';
import { addressSeal } from '../../lib/address-seal.ts';
import type { UserInfo } from '../../lib/api/contract/user-info.ts';
import { isolate } from '../../lib/isolate.ts';
import { closeModal, openModal } from '../../stores/modals.ts';
import { $userInfo, refreshUserInfo } from '../../stores/profile.ts';
import { changeUid, changeUsername, checkUid, checkUsername } from '../../stores/profile-names.ts';
import { $referralBinding } from '../../stores/referral.ts';
import { $user } from '../../stores/session.ts';
import { showToast } from '../../stores/toasts.ts';
import { DialogHead } from '../dialog/DialogHead.tsx';
import { CopyButton } from '../figures/CopyButton.tsx';
import { formatDate } from '../figures/format-time.ts';
import { Ledger } from '../figures/Ledger.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { ReferralUndo } from '../session/ReferralUndo.tsx';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { useSection } from '../state/use-server-state.ts';
import { useIsAlive } from '../state/use-is-alive.ts';
import { NameField, uidRules, usernameRules } from './NameField.tsx';
import { verbatim } from '../jsx/kept-text.ts';
import { useShown } from '../state/use-shown.ts';

/** The member's details, including the two names they can change. */
export const Identity = island(function Identity() {
  const { identity: words, username, uid } = useTexts('profile');
  const { close } = useTexts('common');
  const state = useSection($userInfo);
  const kept = useStore($user, { ssr: () => null });
  const binding = useShown($referralBinding);
  const isAlive = useIsAlive();
  const uidDialog = useRef<HTMLDialogElement>(null);
  if (state.kind === 'failed') return <FailureNotice failure={state.failure} retry={refreshUserInfo} />;
  const user = state.kind === 'ready' ? state.data : kept;
  const done = (message: string): void => void showToast({ kind: 'success', message });
  return (
    <>
      <div className="identity">
        <svg className="seal identity-seal" viewBox="0 0 48 48" role="img" aria-label={words.seal}>
          {user && addressSeal(user.address).map((path) => <path key={path} d={path} />)}
        </svg>
        <div className="identity-name">
          <h2 translate="no">{user ? isolate(user.username) : <Skeleton width={8} />}</h2>
          <button type="button" className="btn btn-secondary" disabled={!isAlive || !user} onClick={() => openModal('edit-username')}>
            {username.edit}
          </button>
        </div>
      </div>
      <Details user={user} isAlive={isAlive} editUid={() => uidDialog.current && openDialog(uidDialog.current)} />
      {binding && (
        <div className="card">
          <ReferralUndo binding={binding} onDone={() => $referralBinding.set(null)} />
        </div>
      )}
      <dialog id="edit-username-modal" aria-labelledby="edit-username-title">
        <DialogHead id="edit-username-title" title={username.title} close={close} />
        <NameField
          id="username"
          current={user?.username ?? ''}
          rules={usernameRules}
          check={checkUsername}
          change={changeUsername}
          onDone={() => {
            closeModal('edit-username');
            done(username.done);
          }}
          words={username}
        />
      </dialog>
      <dialog id="edit-uid-modal" aria-labelledby="edit-uid-title" ref={uidDialog}>
        <DialogHead id="edit-uid-title" title={uid.title} close={close} />
        <NameField
          id="uid"
          current={user?.uid ?? ''}
          rules={uidRules}
          check={checkUid}
          change={changeUid}
          onDone={() => {
            uidDialog.current?.close();
            done(uid.done);
          }}
          words={uid}
        />
      </dialog>
    </>
  );
});

interface DetailsProps {
  /** Null while nothing is known of the member. */
  user: UserInfo | null;
  isAlive: boolean;
  editUid: () => void;
}

function Details({ user, isAlive, editUid }: DetailsProps) {
  const { identity: words, uid } = useTexts('profile');
  const locale = useLocale();
  return (
    <Ledger
      className="identity-lines"
      lines={[
        {
          name: words.uid,
          value: user ? (
            <span className="inline-row">
              <span className="num" translate="no">
                {user.uid}
              </span>
              <CopyButton text={user.uid} label={words.copyUid} copied={words.copied} />
              <button type="button" className="btn btn-ghost" disabled={!isAlive} onClick={editUid}>
                {uid.edit}
              </button>
            </span>
          ) : (
            <Skeleton width={8} />
          ),
        },
        {
          name: words.address,
          value: user ? (
            <span className="inline-row">
              <span className="num address" translate="no">
                {user.address}
              </span>
              <CopyButton text={user.address} label={words.copyAddress} copied={words.copied} />
            </span>
          ) : (
            <Skeleton width={16} />
          ),
        },
        { name: words.role, value: user ? user.role.name : <Skeleton width={6} /> },
        { name: words.level, value: user ? <span className="num">{user.scoreLevel}</span> : <Skeleton width={4} /> },
        { name: words.since, value: user ? formatDate(user.createdAt, locale) : <Skeleton width={6} /> },
        {
          name: words.referrer,
          value: user ? user.referrer === null ? words.nobody : verbatim(isolate(user.referrer.username)) : <Skeleton width={6} />,
        },
      ]}
    />
  );
}
