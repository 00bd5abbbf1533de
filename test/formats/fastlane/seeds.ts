export const seeds = ['An app.\n\n- one\n- two\n', 'Title'];
