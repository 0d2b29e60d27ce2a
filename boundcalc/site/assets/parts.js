"use strict";
// Pieces of pages that several scripts make.

function cell(text, className) {
  const found = document.createElement("td");
  found.textContent = text;
  if (className) found.className = className;
  return found;
}

function link(text, target) {
  const anchor = document.createElement("a");
  anchor.textContent = text;
  anchor.href = target;
  return anchor;
}

// A count with its digits in threes; other numbers as they are.
function shown(value) {
  return /^[0-9]+$/.test(value) ? value.replace(/\B(?=(\d{3})+$)/g, "\u202f") : value;
}

// The answer of the server to a question as it is typed, or an object with an error.
async function solved(question, signal) {
  try {
    const target = "api/solve?question=" + encodeURIComponent(question);
    const response = await fetch(target, { signal });
    return await response.json();
  } catch (problem) {
    return { error: "the server does not answer" };
  }
}

// Copies a text, and says so on the button for a while.
async function copied(button, text) {
  const name = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch (problem) {
    button.textContent = "Select it and copy";
  }
  setTimeout(() => { button.textContent = name; }, 1500);
}
