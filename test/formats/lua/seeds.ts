export const seeds = [
  'local L = X:NewLocale("App", "enUS", true)\nif not L then return end\n-- note\nL["a b"] = "Hi \\"%s\\" \\233" .. \'x\' -- said\nL.long = [==[\nTwo\n]]lines]==]\n',
  "return {\n  -- first\n  a = 'A',\n  ['b c'] = { 'x', \"y\"; d = 5 },\n  f = function() return 1 end,\n}\n",
];
