import { deletePath } from './addresses.ts';
import type { IntakeForm } from './intake-forms.ts';

/** The checkbox's name in a post. */
export const sharedName = '_shared';

/**
 * Shown on the first page of a form, and where saved answers are opened. Works without script.
 *
 * @param form the id of the form that posts it, if it is outside of that form.
 */
export function SharedComputerBox({ form, on = false }: { form?: string; on?: boolean }) {
  return (
    <label className="check shared-computer">
      <input type="checkbox" name={sharedName} value="1" form={form} defaultChecked={on} />
      <span>
        I use a shared computer, like one in a library.
        <span className="hint">
          {' '}
          We keep nothing on it once the browser is closed, and your answers for 2 hours at most.
        </span>
      </span>
    </label>
  );
}

/** The last thing to do on a shared computer. */
export function ClearComputer({ form }: { form: IntakeForm }) {
  return (
    <form method="post" action={deletePath(form)} className="clear-computer">
      <p>You use a shared computer. Press this button when you have read or saved what you need.</p>
      <button type="submit" className="button">
        Done - clear this computer
      </button>
    </form>
  );
}
