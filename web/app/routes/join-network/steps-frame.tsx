import { Outlet } from 'react-router';
import type { StepParts } from '../intake/step-page.tsx';
import { Pitch } from './pitch.tsx';

const parts: StepParts = { beforeForm: <Pitch /> };

/** Puts what the network is above the application form (SPEC section 2, Join Attorney Network). */
export default function StepsFrame() {
  return <Outlet context={parts} />;
}
