"""Reading a formula as a person types it; the browser's reader follows the same steps.

From loose to tight: sums; products and quotients from left to right; a dot product, which ``u^T a``
always is and ``u·a`` is between two columns; powers. What could be meant in two ways is not
guessed: the reader says so and asks for brackets. Nothing is ever evaluated as code.
"""

from __future__ import annotations

from fractions import Fraction

from lnteach.formula.language import FUNCTIONS, LIMITS, FormulaError
from lnteach.formula.product import Factor, clear, product
from lnteach.formula.scan import Token, scan
from lnteach.formula.tree import Add, Call, Div, Expr, Name, Neg, Number, Pow, Sub, height

__all__ = ["read"]


def read(text: str, *, metavariables: bool = False) -> Expr:
    r"""Read one expression in the course's letters.

    Parameters
    ----------
    text : str
        At most 1,000 characters. Products may be implicit (``2u``, ``u mean(a u)``) or any of
        ``* .* ⊙ ∘ ×``; ``u·a``, ``u^T a`` and ``dot(a, u)`` are dot products, but inside ``mean``
        and ``sum`` the dot multiplies entry by entry; powers are ``^``, ``**`` or raised digits;
        Greek letters by sign or name; the course's LaTeX too. ``g_h = …`` may stand in front.
    metavariables : bool
        Let a single capital stand for any expression, as in the patterns of `rewrite`.

    Returns
    -------
    Expr
        The tree.

    Raises
    ------
    FormulaError
        With the position and what is wrong, in words.

    Examples
    --------
    >>> read("2u")
    Mul(left=Number(value=Fraction(2, 1)), right=Name(id='u'))
    >>> read("u·a") == read("u^T a") == read(r"u^\top a") == read("dot(u, a)")
    True
    >>> read("a/s u")
    Traceback (most recent call last):
    lnteach.formula.language.FormulaError: This can be read in two ways: ...
    """
    tokens = scan(text, metavariables=metavariables)
    equals = [n for n, token in enumerate(tokens) if token.value == "="]
    if equals:
        if equals != [1] or tokens[0].kind != "name":
            raise FormulaError("equals", tokens[equals[-1]].position)
        tokens = tokens[2:]
    if not tokens:
        raise FormulaError("empty", len(text) if equals else None)
    parser = _Parser(tokens)
    tree = parser.sum()
    if parser.here is not None:
        raise parser.unexpected()
    if height(tree) > LIMITS["height"]:
        raise FormulaError("height", limit=LIMITS["height"])
    return tree


class _Parser:
    def __init__(self, tokens: list[Token]) -> None:
        self.tokens, self.next, self.depth = tokens, 0, 0
        self.by_entry = False  # whether · multiplies entry by entry: inside mean and sum

    @property
    def here(self) -> Token | None:
        return self.tokens[self.next] if self.next < len(self.tokens) else None

    def sign(self, *wanted: str) -> Token | None:
        """Take the next token if it is one of these signs."""
        token = self.here
        if token is None or token.kind != "sign" or token.value not in wanted:
            return None
        self.next += 1
        return token

    def unexpected(self) -> FormulaError:
        token = self.here
        if token is None:
            last = self.tokens[-1]
            return FormulaError("missing", last.position + len(last.text), text=last.text)
        code = {",": "comma", "=": "equals"}.get(token.value, "unexpected")
        if token.value == ")" and self.depth == 0:
            code = "extra"
        elif self.next == 0:
            code = "begins"
        return FormulaError(code, token.position, text=token.text)

    def sum(self) -> Expr:
        tree, links = self.product(), 0
        while token := self.sign("+", "-"):
            tree = (Add if token.value == "+" else Sub)(tree, self.product())
            links += 1
            if links > LIMITS["height"]:
                raise FormulaError("height", token.position, limit=LIMITS["height"])
        return tree

    def product(self) -> Expr:
        signs = 0
        while token := self.sign("+", "-"):
            signs += token.value == "-"
            if signs > LIMITS["brackets"]:
                raise FormulaError("brackets", token.position, limit=LIMITS["brackets"])
        tree = product(self._factors(), self.by_entry)
        for _ in range(signs):
            tree = Neg(tree)
        return tree

    def _factors(self) -> list[Factor]:
        factors = [self._factor("")]
        while (token := self.here) is not None:
            if sign := self.sign("*", "/", "·"):
                negative = self.sign("-")
                factor = self._factor(sign.value)
                factors.append(factor._replace(tree=Neg(factor.tree)) if negative else factor)
            elif token.kind in ("number", "name", "function", "metavariable") or (
                token.kind == "sign" and token.value in ("(", "\\frac")
            ):
                factors.append(self._beside(factors, token))
            else:
                break
            if len(factors) > LIMITS["height"]:
                raise FormulaError("height", token.position, limit=LIMITS["height"])
        return factors

    def _beside(self, factors: list[Factor], token: Token) -> Factor:
        """Read a factor that stands beside another without a sign."""
        before = factors[-1]
        if token.kind == "number" and not before.transposed:
            if before.last.kind == "number":
                raise FormulaError("numbers", token.position)
            if token.value != "1" or before.last.value != ")":
                raise FormulaError("after", token.position, text=token.text)
            if before.sign != "/":
                self.next += 1  # mean(a)1: the column of ones
                return Factor(Name("ones"), "", token, False, token)
        if before.sign == "/" and not clear(factors, token):
            end = before.last.position + len(before.last.text)
            shown = before.token.text if before.token is before.last else "the bracket"
            raise FormulaError("divided", end, text=shown)
        return self._factor("")

    def _factor(self, sign: str) -> Factor:
        """Read one factor with its power and its transpose."""
        first = self.here
        tree = self._base()
        if first is None:
            raise self.unexpected()
        powers, transposed = 0, False
        while (token := self.here) is not None:
            if token.kind == "raised":
                self.next += 1
                tree = self._power(tree, _value(token), token)
            elif self.sign("^"):
                tree = self._power(tree, self._exponent(token), token)
            elif self.sign("ᵀ"):
                ones = isinstance(tree, Number) and tree.value == 1
                tree, transposed = Name("ones") if ones else tree, True
                break
            else:
                break
            powers += 1
            if powers > 1:
                raise FormulaError("powers", token.position)
        return Factor(tree, sign, first, transposed, self.tokens[self.next - 1])

    def _power(self, tree: Expr, exponent: Fraction, token: Token) -> Expr:
        if exponent.denominator > 2 or abs(exponent) > LIMITS["power"]:
            raise FormulaError("power", token.position, limit=LIMITS["power"])
        return Pow(tree, exponent)

    def _exponent(self, token: Token) -> Fraction:
        """Read the number after ^: 2, -1, (1/2), {-1}."""
        bracket = self.sign("(")
        negative = bool(self.sign("-"))
        value = self._number(token)
        if bracket and self.sign("/"):
            under = self._number(token)
            if under == 0:
                raise FormulaError("power", token.position, limit=LIMITS["power"])
            value /= under
        if bracket and not self.sign(")"):
            raise FormulaError("power", token.position, limit=LIMITS["power"])
        return -value if negative else value

    def _number(self, token: Token) -> Fraction:
        number = self.here
        if number is None or number.kind != "number":
            raise FormulaError("power", token.position, limit=LIMITS["power"])
        self.next += 1
        return _value(number)

    def _base(self) -> Expr:
        token = self.here
        if token is None:
            raise self.unexpected()
        if token.kind == "number":
            self.next += 1
            return Number(_value(token))
        if token.kind in ("name", "metavariable"):
            self.next += 1
            return Name(token.value)
        if token.kind == "function":
            self.next += 1
            return self._call(token)
        if self.sign("("):
            return self._bracket(token)[0]
        if self.sign("\\frac"):
            above, below = self._group(token), self._group(token)
            return Div(above, below)
        raise self.unexpected()

    def _call(self, token: Token) -> Expr:
        outside = self.by_entry
        self.by_entry = {"dot": False, "sqrt": outside}.get(token.value, True)
        opening = self.sign("(")
        if opening:
            found = self._bracket(opening, token)
        elif token.value == "sqrt" and self.here is not None:
            self._deeper(token)
            found = [self._factor("").tree]  # √2, √(v + ε)²: the root of the next factor
            self.depth -= 1
        else:
            raise FormulaError("call", token.position, text=token.value)
        self.by_entry = outside
        needed = FUNCTIONS[token.value]
        if len(found) != needed:
            raise FormulaError(
                "arguments", token.position, text=token.value, needed=needed, given=len(found)
            )
        return Call(token.value, tuple(found))

    def _group(self, token: Token) -> Expr:
        opening = self.sign("(")
        if opening is None:
            raise FormulaError("call", token.position, text=token.text)
        return self._bracket(opening)[0]

    def _bracket(self, opening: Token, function: Token | None = None) -> list[Expr]:
        """Read up to the closing bracket: one expression, or those of a function."""
        self._deeper(opening)
        found = [self.sum()]
        while function is not None and function.value == "dot" and self.sign(","):
            found.append(self.sum())
        if self.here is None:
            raise FormulaError("unclosed", opening.position, text=opening.text)
        if not self.sign(")"):
            raise self.unexpected()
        self.depth -= 1
        return found

    def _deeper(self, token: Token) -> None:
        self.depth += 1
        if self.depth > LIMITS["brackets"]:
            raise FormulaError("brackets", token.position, limit=LIMITS["brackets"])


def _value(token: Token) -> Fraction:
    power = token.value.lower().partition("e")[2]
    limit = LIMITS["digits"]
    if len(token.value) > limit or (power and abs(int(power)) > limit):
        raise FormulaError("digits", token.position, text=token.text[:limit])
    return Fraction(token.value)
