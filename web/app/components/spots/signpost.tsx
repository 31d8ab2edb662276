/** Apart from the other drawings, because the error page is part of every page's script. */
export const signpost = (
  <>
    <path className="fill-paper" d="M75 18h10v104H75Z" />
    <path className="fill-teal" d="M70 30h54l13 12-13 12H70Z" />
    <path className="fill-clay" d="M90 64H38L25 76l13 12h52Z" />
    <path d="M54 122h52M82 42h32M48 76h30" />
  </>
);
