// A test behaves alike on a developer's machine and in CI, where some defaults differ. Tests that are
// about CI set the variable themselves.
delete process.env['CI'];
