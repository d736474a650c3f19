import type { PropsWithChildren } from 'react';
import { island } from '../../src/islands/root/island.ts';

/** Around a component that is tested by itself. */
export const Island = island(({ children }: PropsWithChildren) => <>{children}</>);
