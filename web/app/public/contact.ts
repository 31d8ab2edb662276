import { redirect } from 'react-router';

/** Other pages link to /contact, but the contact details are a section of the home page. */
export function loader() {
  return redirect('/#contact', 302);
}
