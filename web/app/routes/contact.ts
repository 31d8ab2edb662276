import { redirect } from 'react-router';

/** The specification links to /contact but has no page there; the home page has the section (docs/decisions). */
export function loader() {
  return redirect('/#contact', 302);
}
