/** One line style for all: 24 units, 1.75 wide, round ends, the color of the text. All are decoration. */
function Icon({ d }: { d: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={d} />
    </svg>
  );
}

export const PhoneIcon = () => (
  <Icon d="M6.5 3.5h3l1.5 4-2 1.7a12 12 0 0 0 5.8 5.8l1.7-2 4 1.5v3a2 2 0 0 1-2.2 2A17 17 0 0 1 4.5 5.7a2 2 0 0 1 2-2.2Z" />
);
export const ChevronIcon = () => <Icon d="m6 9.5 6 6 6-6" />;
export const MenuIcon = () => <Icon d="M4 7h16M4 12h16M4 17h16" />;
export const SearchIcon = () => <Icon d="M4.5 10.5a6 6 0 1 0 12 0 6 6 0 0 0-12 0M15 15l5 5" />;
export const DownloadIcon = () => <Icon d="M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 19.5h14" />;
export const FormIcon = () => <Icon d="M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12h6M9 15.5h6" />;
export const AppealIcon = () => <Icon d="M4.5 12a7.5 7.5 0 1 0 2.4-5.5L4.5 8.7M4.5 4v4.7h4.7M12 8v4.5l3 2" />;
export const HearingIcon = () => <Icon d="M4 5.5h16v10h-9l-4 4v-4H4zM8 9h8M8 12h5" />;
export const CheckIcon = () => <Icon d="m5 12.5 4.5 4.5L19 7" />;
export const InfoIcon = () => <Icon d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 11v5M12 7.7v.1" />;
export const WarningIcon = () => <Icon d="M12 4 2.8 19.5h18.4ZM12 10v4.5M12 17v.1" />;
export const AlarmIcon = () => (
  <Icon d="M12 6a7.25 7.25 0 1 0 0 14.5A7.25 7.25 0 0 0 12 6ZM12 9.5v4l2.5 1.5M3.5 6.5l3-2.5M20.5 6.5l-3-2.5" />
);
export const StarIcon = () => (
  <Icon d="m12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8Z" />
);

/** The firm's mark: an open hand under a roof line, a symbol of support through a long wait. */
export function BrandMark() {
  return (
    <svg className="brand-mark" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <path d="M5 17 20 6l15 11" />
      <path d="M8 27c4-3 8-3 12 0s8 3 12 0" />
      <path d="M8 34c4-3 8-3 12 0s8 3 12 0" />
    </svg>
  );
}
